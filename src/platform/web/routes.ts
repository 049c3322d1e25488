/** All URLs of the shop. Namespaces and not objects, because bundlers leave out their unused members. */
export type { ListingQuery } from './routes/hrefs.ts'
export * as hrefs from './routes/hrefs.ts'
export * as paths from './routes/paths.ts'
