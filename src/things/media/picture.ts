import type { media, pictureColumns } from './media.table.ts'

export type Picture = Readonly<Pick<typeof media.$inferSelect, keyof typeof pictureColumns>>
