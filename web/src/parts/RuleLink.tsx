// From a refusal to the rule behind it.
import { ruleName } from "../base/notice";
import { t } from "../base/text";

export function RuleLink({ rule, onClick }: { rule: string; onClick?: () => void }) {
  const name = ruleName(rule);
  return (
    <a
      class="rule-link"
      href={`/rules#${rule}`}
      aria-label={t("rules.look", { rule: name })}
      onClick={onClick}
      data-testid="rule-link"
    >
      {name}
    </a>
  );
}
