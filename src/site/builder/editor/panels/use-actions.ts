import { type PuckAction, useGetPuck } from '@puckeditor/core'
import { useImperativeHandle } from 'react'
import {
  applyEdit,
  blocksAt,
  blocksOf,
  type Edit,
  findBlock,
  type Position,
  positionAfter,
  positionOf,
} from '../../../../things/blocks/edits.ts'
import type { Block, PageDocument } from '../../../../things/entries/page-document.ts'
import { useCanvas } from '../canvas/canvas-context.ts'
import { isShown } from '../canvas/shown-slots.ts'
import { useHistory, useSelected } from '../editor-provider.tsx'
import { defineWords } from '../words.ts'

const useWords = defineWords({
  inserted: ['{block} inserted, {place}.', '{block} inséré, {place}.'],
  moved: ['{block} moved, {place}.', '{block} déplacé, {place}.'],
  copied: ['{block} duplicated, {place}.', '{block} dupliqué, {place}.'],
  removed: ['{block} deleted. Ctrl+Z brings it back.', '{block} supprimé. Ctrl+Z le rétablit.'],
  undone: ['Undone.', 'Annulé.'],
  redone: ['Done again.', 'Rétabli.'],
  place: ['{index} of {count}', '{index} sur {count}'],
  inside: ['{index} of {count} in {parent}', '{index} sur {count} dans {parent}'],
  immovable: ['{block} cannot be moved there.', '{block} ne peut pas être déplacé là.'],
  unknown: ['Unknown block', 'Bloc inconnu'],
})

const fill = (text: string, values: Readonly<Record<string, string | number>>): string =>
  text.replaceAll(/\{(\w+)\}/g, (_, name: string) => `${values[name] ?? ''}`)

type Direction = 'up' | 'down' | 'in' | 'out'

/** Target position of a moved block; null if it cannot move in this direction. */
function targetOf(
  page: PageDocument,
  id: number,
  direction: Direction,
  slotsOf: (block: Block) => readonly string[],
): Position | null {
  const at = positionOf(page, id)
  if (!at) return null
  const { parent, index } = at
  const siblings = blocksAt(page, at)
  if (direction === 'up') return index > 0 ? { parent, index: index - 1 } : null
  if (direction === 'down') return index < siblings.length - 1 ? { parent, index: index + 1 } : null
  if (direction === 'out') {
    const outside = parent && positionOf(page, parent.id)
    return outside ? { parent: outside.parent, index: outside.index + 1 } : null
  }
  // Into the previous sibling, else into the next one.
  for (const sibling of [siblings[index - 1], siblings[index + 1]]) {
    const [slot] = sibling ? slotsOf(sibling) : []
    if (sibling && slot !== undefined)
      return { parent: { id: sibling.id, slot }, index: blocksOf(sibling, slot).length }
  }
  return null
}

/** All edits by keyboard and buttons, each with its announcement. */
export function useActions() {
  const words = useWords()
  const getPuck = useGetPuck()
  const { known, slots, numbers, isReadOnly, onDone, document, replace, select, announce } = useCanvas()
  const selected = useSelected()
  const { undo, redo, hasPast, hasFuture } = useHistory()

  const nameOf = ({ lib, block }: Pick<Block, 'lib' | 'block'>) => known.get(`${lib}/${block}`)?.title ?? words.unknown
  const placeOf = (page: PageDocument, id: number): string => {
    const at = positionOf(page, id)
    const parentBlock = at?.parent && findBlock(page, at.parent.id)
    const { length: count } = blocksAt(page, at ?? {})
    const values = { index: (at?.index ?? 0) + 1, count, parent: parentBlock ? nameOf(parentBlock) : '' }
    return fill(parentBlock ? words.inside : words.place, values)
  }
  const say = (text: string, block: Block, page: PageDocument) =>
    announce(fill(text, { block: nameOf(block), place: placeOf(page, block.id) }))
  const run = (edit: Edit): PageDocument | null => {
    if (isReadOnly) return null
    const before = document()
    const after = applyEdit(before, edit)
    if (after === before) return null
    replace(after)
    return after
  }
  const blockAt = (page: PageDocument, at: Position): Block | undefined => blocksAt(page, at)[at.index]
  const selectedIn = (page: PageDocument) => (selected === null ? undefined : findBlock(page, selected))
  /** Selects and announces the block that an edit has put here. */
  const show = (page: PageDocument | null, at: Position | null | undefined, text: string) => {
    const block = page && at && blockAt(page, at)
    if (!block) return
    select(block.id)
    say(text, block, page)
  }
  const done: Partial<Record<PuckAction['type'], string>> = {
    insert: words.inserted,
    move: words.moved,
    reorder: words.moved,
    duplicate: words.copied,
  }
  useImperativeHandle(onDone, () => (kind) => {
    const id = getPuck().selectedItem?.props.id as string | undefined
    const page = document()
    const block = id === undefined ? undefined : findBlock(page, numbers.numberOf(id))
    if (done[kind] && block) say(done[kind], block, page)
  })

  return {
    hasPast,
    hasFuture,
    undo: () => undo(() => announce(words.undone)),
    redo: () => redo(() => announce(words.redone)),
    /** Inserts into the slot, after the selected block, or at the end of the page. */
    insert(type: string, slot: { readonly id: number; readonly slot: string } | null) {
      const definition = known.get(type)
      if (!definition) return
      const page = document()
      const parentBlock = slot && findBlock(page, slot.id)
      const at = parentBlock
        ? { parent: slot, index: blocksOf(parentBlock, slot.slot).length }
        : positionAfter(page, selected)
      const defaults = Object.fromEntries(definition.options.map((option) => [option.name, option.default]))
      const { initial, lib, name } = definition
      const block: Block = { ...defaults, ...initial, lib, block: name, id: 0 }
      show(run({ kind: 'insert', blocks: [block], at }), at, words.inserted)
    },
    move(direction: Direction) {
      const page = document()
      const block = selectedIn(page)
      if (!block) return
      const shownSlots = ({ id, lib, block: name }: Block) =>
        (known.get(`${lib}/${name}`)?.slots ?? []).flatMap((slot) =>
          isShown(slots.read(), numbers.idOf(id), slot.name) ? [slot.name] : [],
        )
      const to = targetOf(page, block.id, direction, shownSlots)
      const after = to && run({ kind: 'move', id: block.id, to })
      if (!after) return announce(fill(words.immovable, { block: nameOf(block) }))
      show(after, positionOf(after, block.id), words.moved)
    },
    duplicate() {
      const block = selectedIn(document())
      const after = block && run({ kind: 'duplicate', id: block.id })
      if (after) show(after, positionAfter(after, block.id), words.copied)
    },
    remove() {
      const page = document()
      const block = selectedIn(page)
      const at = block && positionOf(page, block.id)
      const after = block && run({ kind: 'remove', id: block.id })
      if (!block || !after) return
      select(
        (at && (blockAt(after, at) ?? blockAt(after, { ...at, index: at.index - 1 }))?.id) ?? at?.parent?.id ?? null,
      )
      announce(fill(words.removed, { block: nameOf(block) }))
    },
    selectParent() {
      const parent = selected === null ? undefined : positionOf(document(), selected)?.parent
      select(parent?.id ?? null)
    },
  }
}

export type Actions = ReturnType<typeof useActions>
