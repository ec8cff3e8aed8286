// What does not fit on the table now, in words. Run by test_fit.py.
(grows) => {
  const found = [];
  const width = document.documentElement.clientWidth;
  const height = grows ? document.documentElement.scrollHeight : innerHeight;
  const table = document.querySelector("[data-testid=table]");
  const all = (selector, root = table) => [...root.querySelectorAll(selector)];
  const shown = (element) => element.getClientRects().length > 0;
  const nameOf = (element) =>
    element.dataset?.testid ?? `${element.tagName.toLowerCase()}.${element.getAttribute("class")}`;
  const within = (inner, outer, slack = 1) =>
    inner.left >= outer.left - slack &&
    inner.right <= outer.right + slack &&
    inner.top >= outer.top - slack &&
    inner.bottom <= outer.bottom + slack;
  const overlap = (one, other) =>
    Math.min(
      Math.min(one.right, other.right) - Math.max(one.left, other.left),
      Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top),
    );

  scrollTo(0, 0);
  if (document.documentElement.scrollWidth > width) found.push(`outside: wide ${document.documentElement.scrollWidth}`);
  if (document.documentElement.scrollHeight > height) found.push(`outside: high ${document.documentElement.scrollHeight}`);

  // Every control and everything one reads in a turn is in the window, and nothing lies over it.
  const page = { left: 0, top: 0, right: width, bottom: height };
  const needed = all(
    "[data-testid=turn], [data-testid=menu], [data-testid=deck], [data-testid=banner] button, .pile-button, .seat-button," +
      " .hand-card, .actions button, .marks li, .pile-fits, .gauge",
  );
  for (const element of needed.filter(shown)) {
    const box = element.getBoundingClientRect();
    if (!within(box, page, 0.5)) found.push(`outside: ${nameOf(element)} ${JSON.stringify(box)}`);
    if (box.bottom > innerHeight || !element.matches("button")) continue;
    const hit = document.elementFromPoint(box.left + box.width / 2, box.top + box.height / 2);
    if (!hit || !element.contains(hit)) found.push(`covers: ${hit && nameOf(hit)} over ${nameOf(element)}`);
  }

  // Places do not overlap.
  const apart = (elements) => {
    const boxes = elements.filter(shown).map((element) => [element, element.getBoundingClientRect()]);
    boxes.forEach(([one, box], n) => {
      for (const [other, its] of boxes.slice(n + 1)) {
        if (overlap(box, its) > 1.5) found.push(`covers: ${nameOf(one)} and ${nameOf(other)}`);
      }
    });
  };
  apart(all(":scope > .top, :scope > .deck, .seats, .banner, .piles, .ticker, .hand, .actions, .side > .log"));
  apart(all(".hand-card"));
  apart(all(".actions button"));
  for (const seat of all(".seat")) apart(all(".avatar, .seat-name, .seat-count, .marks li", seat));
  for (const pile of all(".pile")) apart(all(".pile-direction, .pile-room, .gauge, .pile-fits, .marks", pile));
  for (const card of all(".card")) apart(all(".numeral, .card-name, .card-ruler", card));

  // Cards can be read and hit.
  for (const card of all(".hand-card, .pile-stack")) {
    const box = card.getBoundingClientRect();
    if (box.width < 44 || box.height < 44) found.push(`small: ${nameOf(card)} ${box.width}×${box.height}`);
  }

  // No text leaves what it stands in, and no word is broken. Names are people's own and may end in dots.
  const walker = document.createTreeWalker(table, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const node = walker.currentNode;
    const parent = node.parentElement;
    const own = parent.closest(".seat-name, .seat-wish, .log, .start-others .small, .key");
    if (!node.data.trim() || own || isForTheEar(parent)) continue;
    const range = document.createRange();
    range.selectNodeContents(node);
    for (const rect of range.getClientRects()) {
      for (let box = parent; box !== table; box = box.parentElement) {
        const clips = getComputedStyle(box).overflow !== "visible";
        if (!clips && !box.matches("button, li, .card, .pile, .seat, .top")) continue;
        if (!within(rect, box.getBoundingClientRect(), 1.5)) found.push(`cut: “${node.data}” by ${nameOf(box)}`);
      }
      if (!within(rect, page)) found.push(`outside: “${node.data}”`);
    }
    for (const word of node.data.matchAll(/[\p{L}\p{N}]+/gu)) {
      range.setStart(node, word.index);
      range.setEnd(node, word.index + word[0].length);
      const lines = new Set([...range.getClientRects()].map(({ top }) => Math.round(top)));
      if (lines.size > 1) found.push(`broken: “${word[0]}”`);
    }
  }
  return [...new Set(found)];

  function isForTheEar(element) {
    for (let box = element; box !== table; box = box.parentElement) {
      if (getComputedStyle(box).clipPath !== "none") return true;
    }
    return false;
  }
}
