/** All URLs of the shop. Namespaces and not objects, because bundlers leave out their unused members. */
export type { ListingQuery } from './hrefs.ts'
export * as hrefs from './hrefs.ts'
export * as paths from './paths.ts'
