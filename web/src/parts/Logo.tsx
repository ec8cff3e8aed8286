// The name of the house, and the way home.
import { t } from "../base/text";

export function Logo() {
  return (
    <span class="logo" aria-hidden="true">
      <svg class="logo-mark" viewBox="0 0 34 40">
        <rect fill="#8e0f22" x="3" y="4" width="28" height="35" rx="6" />
        <rect fill="#d5303f" x="3" y="1" width="28" height="35" rx="6" />
        <rect fill="none" stroke="#fff9" x="5.500" y="3.500" width="23" height="30" rx="4" />
        <path
          fill="none"
          stroke="#fff"
          stroke-width="2.600"
          stroke-linecap="round"
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
