/** Doors for programs and files: none of them ends in a slash. */
const noPage = /^\/(wp-json|wc-api|wp-content|assets|healthz)(\/|$)/

/** Whether a path may be that of a page: no call of the API, no file. */
export const isPagePath = (path: string): boolean => !noPage.test(path) && !/\.\w+$/.test(path)

/** The path without empty parts. Two slashes in front of it would name another site. */
export const localPath = (path: string): string => path.replace(/[/\\]{2,}/g, '/')
