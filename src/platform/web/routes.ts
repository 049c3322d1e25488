/** All URLs of the shop. Namespaces instead of objects, so that bundlers remove unused members. */
export type { ListingQuery } from './routes/hrefs.ts'
export * as hrefs from './routes/hrefs.ts'
export * as paths from './routes/paths.ts'
