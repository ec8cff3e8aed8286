// Whether this is somebody's first visit: nothing played here yet.
import { computed } from "@preact/signals";
import { tries } from "./days";
import { finished } from "./history";
import { ownSeats } from "../net/seats";

export const isBrief = computed(
  () => finished.value.length === 0 && Object.keys(tries.value).length + Object.keys(ownSeats.value).length === 0,
);
