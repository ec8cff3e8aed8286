// What every host may answer instead of what was asked for.
import { refusalText } from "../base/notice";
import type { Refusal } from "../base/protocol";
import { t } from "../base/text";

/** The host said no, with a reason for the catalogue. */
export class Refusing extends Error {
  constructor(readonly refusal: Refusal) {
    super(refusal.text);
  }
}

/** Why something was not possible, in words. */
export const reasonOf = (error: unknown): string =>
  error instanceof Refusing ? refusalText(error.refusal) : t("offline");
