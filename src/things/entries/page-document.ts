/** A block: its name and its settings. A setting that is a list of blocks is a slot. */
export type Block = {
  /** Unique on the page. */
  readonly id: number
  readonly lib: string
  readonly block: string
  readonly [setting: string]: unknown
}

/** The content of a page as blocks, in the JSON shape of the page builder's API. */
export type PageDocument = {
  readonly blocks: readonly Block[]
  readonly version: string
  /** Whether the page shows its title over the blocks. */
  readonly showsTitle?: boolean
  /** Rendered HTML of blocks of other libraries by id, from their own editor. */
  readonly foreign?: Readonly<Record<string, string>>
}

/** The version that is stored. */
export const DOCUMENT_VERSION = '4.0.0'

export const emptyDocument: PageDocument = { version: DOCUMENT_VERSION, blocks: [] }

export const MAX_BLOCKS = 400
export const MAX_BLOCK_DEPTH = 8
/** Maximum number of items, such as slides, in all blocks together. */
const MAX_ITEMS = 1_000
/** Maximum length of a document as JSON text. */
export const MAX_DOCUMENT_LENGTH = 400_000

const MAX_ID = 2_147_483_647
const NAME = /^[\w .-]{1,80}$/
const MAX_VERSION_LENGTH = 20

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const isName = (value: unknown): boolean => typeof value === 'string' && NAME.test(value)

/** Validated by hand, because the editor does not load zod. */
function documentOf({ blocks, version, showsTitle, foreign }: Record<string, unknown>): PageDocument | null {
  if (!Array.isArray(blocks) || blocks.length > MAX_BLOCKS || !blocks.every(isBlock)) return null
  if (typeof version !== 'string' || version.length > MAX_VERSION_LENGTH) return null
  if (showsTitle !== undefined && typeof showsTitle !== 'boolean') return null
  const isForeign = isObject(foreign) && Object.values(foreign).every((html) => typeof html === 'string')
  if (foreign !== undefined && !isForeign) return null
  return {
    blocks,
    version,
    ...(showsTitle === undefined ? {} : { showsTitle }),
    ...(isForeign ? { foreign: foreign as Record<string, string> } : {}),
  }
}

type Stored = { readonly version?: unknown; readonly blocks?: unknown }
type Migration = { readonly to: string; readonly migrate: (document: Stored) => Stored }

/** In order; each migrates a document of the version before. A page without version is the oldest. */
const migrations: readonly Migration[] = [
  {
    // Blocks were once named by `template` (skt-builder.md section 3).
    to: '3.0.5',
    migrate: (document) => ({
      ...document,
      blocks: mapBlocks(document.blocks, ({ template, ...rest }) =>
        template === undefined || rest.block !== undefined ? { ...rest } : { ...rest, block: template },
      ),
    }),
  },
  {
    // Some editors stored block ids as text, and a missing library meant the plugin's own.
    to: DOCUMENT_VERSION,
    migrate: (document) => ({
      ...document,
      blocks: mapBlocks(document.blocks, (one) => ({
        ...one,
        id: typeof one.id === 'object' ? undefined : Number(one.id),
        lib: one.lib ?? 'Default',
      })),
    }),
  },
]

const mapBlocks = (blocks: unknown, change: (block: Record<string, unknown>) => object): unknown =>
  Array.isArray(blocks) ? blocks.map((one: unknown) => (isObject(one) ? change(one) : one)) : blocks

/** Whether version `a` is before `b`, number by number. */
function isBefore(a: string, b: string): boolean {
  const [left, right] = [a, b].map((one) => one.split('.').map((part) => Number.parseInt(part, 10) || 0))
  for (const [index, number] of (right ?? []).entries()) {
    const other = left?.[index] ?? 0
    if (other !== number) return other < number
  }
  return false
}

/**
 * Migrates a document of any version to the current one. Null if it is invalid or too large. Duplicate block ids are
 * replaced, so that each is unique.
 */
export function readDocument(value: unknown): PageDocument | null {
  // The first version was a plain list of blocks.
  const stored: Stored = Array.isArray(value) ? { blocks: value } : ((value ?? {}) as Stored)
  const version = typeof stored.version === 'string' ? stored.version : ''
  const current = migrations.reduce(
    (document, { to, migrate }) => (isBefore(version, to) ? migrate(document) : document),
    stored,
  )
  const document = documentOf({
    ...current,
    version: isBefore(version, DOCUMENT_VERSION) ? DOCUMENT_VERSION : version,
  })
  if (!document) return null
  const all = blocksIn(document)
  if (all === null || all.length > MAX_BLOCKS || itemsIn(all) > MAX_ITEMS) return null
  return new Set(all.map(({ id }) => id)).size === all.length ? document : withNewIds(document)
}

/** A stored document, migrated to the current version on read. */
export const currentDocument = (stored: PageDocument): PageDocument =>
  stored.version === DOCUMENT_VERSION ? stored : (readDocument(stored) ?? emptyDocument)

export const isBlock = (value: unknown): value is Block =>
  isObject(value) &&
  Number.isInteger(value.id) &&
  Number(value.id) >= 0 &&
  Number(value.id) <= MAX_ID &&
  isName(value.lib) &&
  isName(value.block)

/** The slots of a block: settings that are lists of blocks. An empty list may be a slot or have no items. */
export const slotsOf = (one: Block): (readonly [name: string, blocks: readonly Block[]])[] =>
  Object.entries(one).flatMap(([setting, value]) =>
    setting !== 'items' && Array.isArray(value) && value.length > 0 && value.every(isBlock)
      ? [[setting, value as readonly Block[]] as const]
      : [],
  )

/** All blocks, outer ones first; null if the nesting is too deep. */
export function blocksIn({ blocks }: Pick<PageDocument, 'blocks'>): Block[] | null {
  const all: Block[] = []
  const walk = (list: readonly Block[], depth: number): boolean =>
    depth <= MAX_BLOCK_DEPTH &&
    list.every((one) => {
      all.push(one)
      return slotsOf(one).every(([, inner]) => walk(inner, depth + 1))
    })
  return walk(blocks, 1) ? all : null
}

const itemsIn = (blocks: readonly Block[]): number =>
  blocks.reduce((sum, { items }) => sum + (Array.isArray(items) ? items.length : 0), 0)

function withNewIds(document: PageDocument): PageDocument {
  const used = new Set<number>()
  let next = (blocksIn(document) ?? []).reduce((highest, { id }) => Math.max(highest, id), 0)
  const renumber = (list: readonly Block[]): Block[] =>
    list.map((one) => {
      const id = used.has(one.id) ? (next += 1) : one.id
      used.add(id)
      return { ...one, id, ...Object.fromEntries(slotsOf(one).map(([slot, inner]) => [slot, renumber(inner)])) }
    })
  return { ...document, blocks: renumber(document.blocks) }
}
