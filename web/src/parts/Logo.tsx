// The name of the house, and the way home.
import { t } from "../base/text";

export function Logo() {
  return (
    <span class="logo" aria-hidden="true">
      <svg class="logo-mark" viewBox="0 0 34 40">
        <rect class="logo-edge" x="3" y="4" width="28" height="35" rx="6" />
        <rect class="logo-paper" x="3" y="1" width="28" height="35" rx="6" />
        <rect class="logo-frame" x="6" y="4" width="22" height="29" rx="3.500" />
        <path
          class="logo-ink"
          d="M10.500 24l4.300-7.500M11.200 15.800a3.900 3.900 0 1 1 .010 0ZM22.300 15.500a2.900 2.900 0 1 1 .010 0ZM22.300 16a3.700 3.700 0 1 1-.010 0Z"
        />
      </svg>
      <span class="logo-word">nonante</span>
    </span>
  );
}

export function HomeLink() {
  return (
    <a class="home-link" href="/">
      <Logo />
      <span class="unseen">nonante, {t("home")}</span>
    </a>
  );
}
