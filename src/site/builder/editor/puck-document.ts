import type { ComponentData, Data } from '@puckeditor/core'
import {
  type Block,
  blocksIn,
  DOCUMENT_VERSION,
  type PageDocument,
  slotsOf,
} from '../../../things/entries/page-document.ts'
import type { BlockJson } from '../rest/page-json.ts'

/** Component type for blocks that this shop does not have; their settings are kept as JSON text. */
export const UNKNOWN = 'unknown'
/** The settings in the document without slots and items, as JSON text, because Puck modifies nested properties. */
const STORED = '_stored'

export type KnownBlocks = ReadonlyMap<string, BlockJson>

/** Maps Puck's ids to block ids and back, for the whole session, so that a block has the same id in all saves. */
export class BlockNumbers {
  /** Ids of the blocks that Puck has created. */
  readonly #created = new Map<string, number>()
  #highest = 0

  /** Excludes these ids from new blocks. */
  reserve(numbers: readonly number[]): void {
    this.#highest = numbers.reduce((highest, number) => Math.max(highest, number), this.#highest)
  }

  idOf(number: number): string {
    const created = [...this.#created].find(([, one]) => one === number)
    return created?.[0] ?? `block-${number}`
  }

  numberOf(id: string): number {
    const given = /^block-(\d+)$/.exec(id)
    if (given) return Number(given[1])
    const number = this.#created.get(id) ?? (this.#highest += 1)
    this.#created.set(id, number)
    return number
  }
}

const isItems = (value: unknown): boolean =>
  Array.isArray(value) && value.every((item) => typeof item === 'object' && item !== null && !Array.isArray(item))

export function toPuck(document: PageDocument, known: KnownBlocks, numbers: BlockNumbers): Data {
  numbers.reserve((blocksIn(document) ?? []).map(({ id }) => id))
  const component = (block: Block): ComponentData => {
    const { id, ...stored } = block
    const definition = known.get(`${stored.lib}/${stored.block}`)
    const slots = slotsOf(block)
      .filter(([name]) => definition?.slots.some((slot) => slot.name === name))
      .map(([name, inner]) => [name, inner.map(component)] as const)
    const items = definition?.item && isItems(stored.items) ? [['items', stored.items] as const] : []
    const options = (definition?.options ?? []).map(
      ({ name, default: byDefault }) => [name, Object.hasOwn(stored, name) ? stored[name] : byDefault] as const,
    )
    const moved = Object.fromEntries([...slots, ...items].map(([name]) => [name, undefined]))
    return {
      type: definition ? `${stored.lib}/${stored.block}` : UNKNOWN,
      props: {
        ...Object.fromEntries([...options, ...slots, ...items]),
        [STORED]: JSON.stringify({ ...stored, ...moved }),
        id: numbers.idOf(id),
      },
    }
  }
  const { blocks, showsTitle, ...rest } = document
  return { content: blocks.map(component), root: { props: { showsTitle, [STORED]: JSON.stringify(rest) } as object } }
}

/** The stored settings of a block or the page. Those of a new block are only in its fields. */
export const readStored = ({ [STORED]: stored }: Readonly<Record<string, unknown>>): Record<string, unknown> =>
  typeof stored === 'string' ? (JSON.parse(stored) as Record<string, unknown>) : {}

/** The settings of a block, without its slots. Defaults that the document omits stay omitted. */
export function settingsOf(props: Readonly<Record<string, unknown>>, definition: BlockJson): Record<string, unknown> {
  const isNew = props[STORED] === undefined
  const settings = readStored(props)
  for (const { name, default: byDefault } of definition.options) {
    const value = props[name]
    const isOmitted = !isNew && !Object.hasOwn(settings, name) && JSON.stringify(value) === JSON.stringify(byDefault)
    if (!isOmitted) settings[name] = value
  }
  if (definition.item && props.items !== undefined) settings.items = props.items
  return settings
}

export function fromPuck({ content, root }: Data, known: KnownBlocks, numbers: BlockNumbers): PageDocument {
  const block = ({ type, props }: ComponentData): Block => {
    const id = numbers.numberOf(props.id)
    const definition = known.get(type)
    if (!definition) return { ...readStored(props), id } as Block
    const slots = definition.slots.flatMap(({ name }) => {
      const inner = props[name] as readonly ComponentData[] | undefined
      return inner && inner.length > 0 ? [[name, inner.map(block)] as const] : []
    })
    const { lib, name } = definition
    return { ...settingsOf(props, definition), ...Object.fromEntries(slots), id, lib, block: name }
  }
  const page = (root.props ?? {}) as Record<string, unknown>
  const { showsTitle } = page
  return {
    version: DOCUMENT_VERSION,
    ...readStored(page),
    ...(typeof showsTitle === 'boolean' ? { showsTitle } : {}),
    blocks: content.map(block),
  }
}
