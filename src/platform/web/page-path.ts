import { paths } from './routes.ts'

/** Paths for programs and files, which never end in a slash. */
const nonPagePaths = /^\/(wp-json|wc-api|wp-content|assets|healthz)(\/|$)/

/** Whether a path may be that of a page, rather than API or file. */
export const isPagePath = (path: string): boolean => !nonPagePaths.test(path) && !/\.\w+$/.test(path)

/** The path without empty segments. Two leading slashes would name another host. */
export const localPath = (path: string): string => path.replace(/[/\\]{2,}/g, '/')

/** The path after `/index.php`, which is equivalent to the path without it. */
export const withoutIndex = (path: string): string =>
  path.replace(/^\/index\.php(?=\/(?!index\.php)|$)/, '') || paths.home
