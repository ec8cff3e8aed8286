// Where on its host the client lies: the whole host, or a path such as "/nonante".

/** "" or "/nonante": scripts lie in assets/ right below it. */
export const prefix = import.meta.env.PROD ? new URL("..", import.meta.url).pathname.slice(0, -1) : "";

/** The address of a file of ours, or of what the server answers, such as "/api/info". */
export const at = (path: string): string => prefix + path;
