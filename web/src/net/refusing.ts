// What every host may answer instead of what was asked for.
import type { Refusal } from "../protocol";

/** The host said no, with a reason for the catalogue. */
export class Refusing extends Error {
  constructor(readonly refusal: Refusal) {
    super(refusal.text);
  }
}
