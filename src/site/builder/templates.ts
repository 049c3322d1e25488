import { isDeepStrictEqual } from 'node:util'
import { asc, eq, sql } from 'drizzle-orm'
import { z } from 'zod'
import type { Db, Tx } from '../../platform/database/connect.ts'
import { MAX_ID } from '../../platform/rest/params.ts'
import type { BlockRegistry } from '../../things/blocks/block.ts'
import { cleanLine } from '../../things/entries/clean-content.ts'
import { builderTemplates } from './builder.table.ts'
import { toStoredDocument } from './save-page.ts'

/** Blocks for starting a page, in the plugin's JSON format. */
export type Template = Omit<typeof builderTemplates.$inferSelect, 'position' | 'version'> & {
  readonly version?: string
}

const MAX_TEMPLATES = 100
const MAX_IMAGE_LENGTH = 400 * 1024
/** In characters of JSON, because all templates are sent in one request. */
const MAX_TEMPLATES_LENGTH = 8_000_000

const image = z
  .string()
  .max(MAX_IMAGE_LENGTH)
  // Includes the PNG signature.
  .regex(/^(?:data:image\/png;base64,iVBORw0KGgo[\w+/]+={0,2})?$/)
  .default('')
const title = z
  .string()
  .max(1000)
  .transform((text) => cleanLine(text.toWellFormed()))
  .pipe(z.string().min(1).max(200))

/** Input of a new template; blocks are validated later. */
export const newTemplate = z.object({ title, image, blocks: z.array(z.unknown()).min(1) })
const sentTemplate = newTemplate.extend({
  id: z.int().min(0).max(MAX_ID),
  version: z.string().max(20).optional(),
})

/** A list of templates in the plugin's format; null if any of it is invalid, and nothing is stored. */
export function readTemplates(registry: BlockRegistry, sent: unknown): Template[] | null {
  const list = z.array(sentTemplate).max(MAX_TEMPLATES).safeParse(sent)
  if (!list.success) return null
  const templates = list.data.flatMap(({ blocks: given, version, ...one }) => {
    const document = toStoredDocument(registry, { blocks: given, version })
    return document ? [{ ...one, blocks: document.blocks, ...(version === undefined ? {} : { version }) }] : []
  })
  const areAll =
    templates.length === list.data.length && new Set(templates.map(({ id }) => id)).size === templates.length
  return areAll ? templates : null
}

export async function listTemplates(db: Db | Tx): Promise<Template[]> {
  const rows = await db.select().from(builderTemplates).orderBy(asc(builderTemplates.position))
  return rows.map(({ position: _, version, ...template }) => ({
    ...template,
    ...(version === null ? {} : { version }),
  }))
}

/** Replaces the stored list. `unchanged` if nothing differs; `too-large` above the size of one request. */
export const saveTemplates = (
  db: Db | Tx,
  change: (before: readonly Template[]) => readonly Template[],
): Promise<'saved' | 'unchanged' | 'too-large'> =>
  db.transaction(async (tx) => {
    await tx.execute(sql`select pg_advisory_xact_lock(hashtext('samovar.builder-templates'))`)
    const before = await listTemplates(tx)
    const after = change(before)
    if (isDeepStrictEqual(before, after)) return 'unchanged'
    if (after.length > MAX_TEMPLATES || JSON.stringify(after).length > MAX_TEMPLATES_LENGTH) return 'too-large'
    await tx.delete(builderTemplates)
    if (after.length > 0)
      await tx.insert(builderTemplates).values(after.map((template, position) => ({ ...template, position })))
    return 'saved'
  })

/** Appends a template; null if it is invalid. */
export async function addTemplate(
  db: Db | Tx,
  registry: BlockRegistry,
  sent: z.output<typeof newTemplate>,
): Promise<Template | 'too-large' | null> {
  const [read] = readTemplates(registry, [{ ...sent, id: 1 }]) ?? []
  if (!read) return null
  let added = read
  const result = await saveTemplates(db, (before) => {
    const highest = before.reduce((max, { id }) => Math.max(max, id), 0)
    const used = new Set(before.map(({ id }) => id))
    // The first unused number: a client of the plugin may have used the highest.
    const free = before.findIndex((_, index) => !used.has(index + 1)) + 1 || before.length + 1
    added = { ...read, id: highest < MAX_ID ? highest + 1 : free }
    return [...before, added]
  })
  return result === 'too-large' ? result : added
}

export const deleteTemplate = async (db: Db | Tx, id: number): Promise<boolean> =>
  (await db.delete(builderTemplates).where(eq(builderTemplates.id, id))).rowCount === 1
