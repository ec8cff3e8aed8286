// Whether this device has keys to speak of: where nothing hovers, there is a finger and no keyboard.
export const hasKeys = (): boolean => matchMedia("(any-hover: hover)").matches;
