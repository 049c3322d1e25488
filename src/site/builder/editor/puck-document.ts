import type { ComponentData, Data } from '@puckeditor/core'
import {
  type Block,
  blocksIn,
  DOCUMENT_VERSION,
  isBlock,
  type PageDocument,
} from '../../../things/entries/page-document.ts'
import type { BlockJson } from '../rest/page-json.ts'

/** Component type for blocks that this shop does not have; their settings are kept as JSON text. */
export const UNKNOWN = 'unknown'
/** Settings without a field, as JSON text, because Puck modifies nested properties. */
const REST = '_rest'
/** Names of options whose default was filled in, because the document omits them. */
const FILLED = '_filled'

export type KnownBlocks = ReadonlyMap<string, BlockJson>

/** Maps Puck's ids to block ids and back, for the whole session, so that a block has the same id in all saves. */
export class BlockNumbers {
  readonly #numbers = new Map<string, number>()
  readonly #ids = new Map<number, string>()
  #highest = 0

  #set(id: string, number: number): void {
    this.#numbers.set(id, number)
    this.#ids.set(number, id)
    this.#highest = Math.max(this.#highest, number)
  }

  /** Excludes these ids from new blocks. */
  reserve(numbers: readonly number[]): void {
    this.#highest = numbers.reduce((highest, number) => Math.max(highest, number), this.#highest)
  }

  idOf(number: number): string {
    if (!this.#ids.has(number)) this.#set(`block-${number}`, number)
    return this.#ids.get(number) ?? ''
  }

  numberOf(id: string): number {
    if (!this.#numbers.has(id)) this.#set(id, this.#highest + 1)
    return this.#numbers.get(id) ?? 0
  }
}

const isSlot = (value: unknown): value is readonly Block[] =>
  Array.isArray(value) && value.length > 0 && value.every(isBlock)

const isItems = (value: unknown): boolean =>
  Array.isArray(value) && value.every((item) => typeof item === 'object' && item !== null && !Array.isArray(item))

/** Converts a page document to Puck's data. */
export function toPuck(document: PageDocument, known: KnownBlocks, numbers: BlockNumbers): Data {
  numbers.reserve((blocksIn(document) ?? []).map(({ id }) => id))
  const component = (block: Block): ComponentData => {
    const { id: number, ...settings } = block
    const id = numbers.idOf(number)
    const definition = known.get(`${block.lib}/${block.block}`)
    if (!definition) return { type: UNKNOWN, props: { id, [REST]: JSON.stringify(settings) } }
    const { lib, block: name, ...rest } = settings
    const remaining: Record<string, unknown> = { ...rest }
    const props: Record<string, unknown> = { id }
    const moveToProps = (setting: string, value: unknown) => {
      props[setting] = value
      delete remaining[setting]
    }
    const filled: string[] = []
    for (const option of definition.options) {
      if (Object.hasOwn(remaining, option.name)) moveToProps(option.name, remaining[option.name])
      else {
        props[option.name] = option.default
        filled.push(option.name)
      }
    }
    if (definition.item && isItems(remaining.items)) moveToProps('items', remaining.items)
    for (const slot of definition.slots) {
      const inner = remaining[slot.name]
      if (isSlot(inner)) moveToProps(slot.name, inner.map(component))
    }
    if (filled.length > 0) props[FILLED] = filled.join()
    if (Object.keys(remaining).length > 0) props[REST] = JSON.stringify(remaining)
    return { type: `${lib}/${name}`, props: props as ComponentData['props'] }
  }
  const { blocks, showsTitle, ...rest } = document
  return { content: blocks.map(component), root: { props: { showsTitle, [REST]: JSON.stringify(rest) } as object } }
}

const readRest = (value: unknown): Record<string, unknown> =>
  typeof value === 'string' ? (JSON.parse(value) as Record<string, unknown>) : {}

/** The stored settings of a block, without its slots. */
export function settingsOf(props: Readonly<Record<string, unknown>>, definition: BlockJson): Record<string, unknown> {
  const filled = new Set(typeof props[FILLED] === 'string' ? props[FILLED].split(',') : [])
  const settings = readRest(props[REST])
  for (const { name, default: byDefault } of definition.options) {
    const value = props[name]
    const isFilled = filled.has(name) && JSON.stringify(value) === JSON.stringify(byDefault)
    if (value !== undefined && !isFilled) settings[name] = value
  }
  if (definition.item && props.items !== undefined) settings.items = props.items
  return settings
}

/** Converts Puck's data to a page document. */
export function fromPuck({ content, root }: Data, known: KnownBlocks, numbers: BlockNumbers): PageDocument {
  const block = ({ type, props }: ComponentData): Block => {
    const id = numbers.numberOf(props.id)
    const definition = known.get(type)
    if (!definition) return { ...readRest(props[REST]), id } as Block
    const slots = definition.slots.flatMap(({ name }) => {
      const inner = props[name] as readonly ComponentData[] | undefined
      return inner && inner.length > 0 ? [[name, inner.map(block)] as const] : []
    })
    const { lib, name } = definition
    return { ...settingsOf(props, definition), ...Object.fromEntries(slots), id, lib, block: name }
  }
  const { showsTitle, [REST]: rest } = (root.props ?? {}) as Record<string, unknown>
  return {
    version: DOCUMENT_VERSION,
    ...readRest(rest),
    ...(typeof showsTitle === 'boolean' ? { showsTitle } : {}),
    blocks: content.map(block),
  }
}
