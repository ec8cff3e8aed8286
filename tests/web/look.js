// What the look of a page promises, measured on what is drawn. Run by test_look.py.
() => {
  const shown = (element) =>
    element.checkVisibility({ opacityProperty: true, visibilityProperty: true }) && element.getClientRects().length > 0;
  const forTheEar = (element) => element.closest(".unseen, [inert], svg") !== null || clipped(element);
  const clipped = (element) => {
    for (let box = element; box; box = box.parentElement) if (getComputedStyle(box).clipPath !== "none") return true;
    return false;
  };
  const dialogs = [...document.querySelectorAll("dialog[open]")];
  const root = dialogs.at(-1) ?? document.body;
  const all = [...root.querySelectorAll("*")].filter((element) => shown(element));
  const ORANGE = "rgb(255, 162, 74)";
  const filled = all.filter((element) => {
    const { backgroundImage, backgroundColor } = getComputedStyle(element);
    return backgroundImage.includes("255, 162, 74") || backgroundColor === ORANGE;
  });
  const action = document.createElement("i");
  action.style.color = "var(--action-text)";
  document.body.append(action);
  const orange = getComputedStyle(action).color;
  action.remove();
  const texts = [];
  for (const element of all) {
    if (forTheEar(element)) continue;
    const own = [...element.childNodes].filter((node) => node.nodeType === 3 && node.data.trim());
    if (own.length === 0) continue;
    const style = getComputedStyle(element);
    const range = document.createRange();
    range.selectNodeContents(own[0]);
    const { x, y, width, height } = range.getBoundingClientRect();
    const middle = document.elementFromPoint(x + width / 2, y + height / 2);
    texts.push({
      words: own[0].data.trim().slice(0, 30),
      box: [x, y, width, height],
      seen: middle !== null && (middle === element || element.contains(middle) || middle.contains(element)),
      colour: style.color,
      size: Number.parseFloat(style.fontSize),
      weight: Number(style.fontWeight),
      onCard: element.closest(".card, .bare, .leaf") !== null,
      pressed: element.closest("a, button, label, summary, input") !== null,
      orange: style.color === orange,
    });
  }
  return { filled: filled.length, texts, wide: document.documentElement.scrollWidth };
}
