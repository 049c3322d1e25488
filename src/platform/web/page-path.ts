import { paths } from './routes.ts'

/** Doors for programs and files: none of them ends in a slash. */
const nonPagePaths = /^\/(wp-json|wc-api|wp-content|assets|healthz)(\/|$)/

/** Whether a path may be that of a page: no call of the API, no file. */
export const isPagePath = (path: string): boolean => !nonPagePaths.test(path) && !/\.\w+$/.test(path)

/** The path without empty parts. Two slashes in front of it would name another site. */
export const localPath = (path: string): string => path.replace(/[/\\]{2,}/g, '/')

/** The path behind `/index.php`, which names the front page or, with more behind it, the same as without it. */
export const withoutIndex = (path: string): string =>
  path.replace(/^\/index\.php(?=\/(?!index\.php)|$)/, '') || paths.home
