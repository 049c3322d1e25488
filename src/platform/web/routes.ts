/**
 * All URLs of the shop. Links are built only here, so a renamed route is a type error. Namespaces and not objects, because
 * bundlers leave out their unused members.
 */
export type { ListingQuery } from './hrefs.ts'
export * as hrefs from './hrefs.ts'
export * as paths from './paths.ts'
