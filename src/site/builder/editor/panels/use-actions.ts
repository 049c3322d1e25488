import { type ComponentData, type PuckAction, useGetPuck } from '@puckeditor/core'
import { useImperativeHandle, useRef } from 'react'
import { type ItemSelector, useCanvas, usePuckStore } from '../canvas/canvas-context.tsx'
import { defineWords } from '../words.ts'

const useWords = defineWords({
  inserted: ['{block} inserted, {place}.', '{block} inséré, {place}.'],
  moved: ['{block} moved, {place}.', '{block} déplacé, {place}.'],
  copied: ['{block} duplicated, {place}.', '{block} dupliqué, {place}.'],
  removed: ['{block} deleted. Ctrl+Z brings it back.', '{block} supprimé. Ctrl+Z le rétablit.'],
  undone: ['Undone.', 'Annulé.'],
  redone: ['Redone.', 'Rétabli.'],
  place: ['{index} of {count}', '{index} sur {count}'],
  inside: ['{index} of {count} in {parent}', '{index} sur {count} dans {parent}'],
  immovable: ['{block} cannot be moved there.', '{block} ne peut pas être déplacé là.'],
})

type Direction = 'up' | 'down' | 'in' | 'out'

const fill = (text: string, values: Readonly<Record<string, string | number>>): string =>
  text.replaceAll(/\{(\w+)\}/g, (_, name: string) => `${values[name] ?? ''}`)

/** Zone of the blocks of the page itself; those of slots are named by block and slot. */
const PAGE_ZONE = 'root:default-zone'

/** Actions that Puck does not record in its history unless it is told to. */
const unrecorded = new Set<PuckAction['type']>(['setUi', 'set', 'setData', 'registerZone', 'unregisterZone'])

/** Puck records a change after 250 ms without another one. */
const RECORD_MS = 280

/** All edits by keyboard and buttons. They and those by pointer are announced when Puck has applied them. */
export function useActions() {
  const words = useWords()
  const getPuck = useGetPuck()
  const { known, isShown, isReadOnly, onAction, select, announce } = useCanvas()
  const hasPast = usePuckStore(({ history }) => history.hasPast)
  const hasFuture = usePuckStore(({ history }) => history.hasFuture)
  const changedAt = useRef(0)

  const blocksAt = (zone: string): readonly ComponentData[] => {
    const { appState, getItemById } = getPuck()
    const [id = '', slot = ''] = zone.split(':')
    const blocks = zone === PAGE_ZONE ? appState.data.content : (getItemById(id)?.props[slot] as unknown)
    return Array.isArray(blocks) ? (blocks as ComponentData[]) : []
  }
  /** Where the block is that has this zone as a slot. */
  const around = (zone: string): ItemSelector | undefined =>
    zone === PAGE_ZONE ? undefined : getPuck().getSelectorForId(zone.split(':')[0] ?? '')
  const selected = (): ItemSelector | undefined => {
    const { selectedItem, getSelectorForId } = getPuck()
    return selectedItem ? getSelectorForId(selectedItem.props.id as string) : undefined
  }
  const nameAt = ({ zone, index }: ItemSelector): string => {
    const block = blocksAt(zone)[index]
    return (block && getPuck().config.components[block.type]?.label) ?? ''
  }
  /** Puck selects the block after the action. */
  const sayDone = (text: string) => {
    const place = selected()
    if (!place) return
    const parent = around(place.zone)
    const values = { index: place.index + 1, count: blocksAt(place.zone).length, parent: parent ? nameAt(parent) : '' }
    announce(fill(text, { block: nameAt(place), place: fill(parent ? words.inside : words.place, values) }))
  }
  const done: Partial<Record<PuckAction['type'], string>> = {
    insert: words.inserted,
    move: words.moved,
    reorder: words.moved,
    duplicate: words.copied,
  }
  useImperativeHandle(onAction, () => ({ type, recordHistory = !unrecorded.has(type) }) => {
    if (recordHistory) changedAt.current = Date.now()
    const text = done[type]
    if (text) setTimeout(sayDone, 0, text)
  })
  const step = (can: 'hasPast' | 'hasFuture', go: 'back' | 'forward', text: string) => () => {
    const run = () => {
      const { history } = getPuck()
      if (!history[can]) return
      history[go]()
      announce(text)
    }
    setTimeout(run, Math.max(0, changedAt.current + RECORD_MS - Date.now()))
  }
  /** Edits, and selects a block, which undo and redo select again. */
  const edit = (action: PuckAction, place: ItemSelector | undefined) => {
    if (isReadOnly) return
    getPuck().dispatch(action)
    select(place, true)
  }
  const endOf = (zone: string): ItemSelector => ({ zone, index: blocksAt(zone).length })
  const after = ({ zone, index }: ItemSelector): ItemSelector => ({ zone, index: index + 1 })
  /** Target of a move; undefined if the block cannot move in this direction. */
  const targetOf = ({ zone, index }: ItemSelector, direction: Direction): ItemSelector | undefined => {
    const siblings = blocksAt(zone)
    if (direction === 'up') return index > 0 ? { zone, index: index - 1 } : undefined
    if (direction === 'down') return index < siblings.length - 1 ? { zone, index: index + 1 } : undefined
    const parent = around(zone)
    if (direction === 'out') return parent && after(parent)
    // Into the previous sibling, else into the next one.
    const zones = [siblings[index - 1], siblings[index + 1]].flatMap((sibling) => {
      const slots = (sibling && known.get(sibling.type)?.slots) ?? []
      const id = sibling?.props.id as string
      return slots.filter(({ name }) => isShown(id, name)).map(({ name }) => `${id}:${name}`)
    })
    return zones[0] === undefined ? undefined : endOf(zones[0])
  }

  return {
    hasPast,
    hasFuture,
    undo: step('hasPast', 'back', words.undone),
    redo: step('hasFuture', 'forward', words.redone),
    /** Inserts at the end of the zone, after the selected block, or at the end of the page. */
    insert(type: string, zone: string | null) {
      const before = zone === null && selected()
      const place = before ? after(before) : endOf(zone ?? PAGE_ZONE)
      edit({ type: 'insert', componentType: type, destinationIndex: place.index, destinationZone: place.zone }, place)
    },
    move(direction: Direction) {
      const from = selected()
      if (!from) return
      const to = isReadOnly ? undefined : targetOf(from, direction)
      if (!to) return announce(fill(words.immovable, { block: nameAt(from) }))
      const source = { sourceZone: from.zone, sourceIndex: from.index }
      edit({ type: 'move', ...source, destinationZone: to.zone, destinationIndex: to.index }, to)
    },
    duplicate() {
      const place = selected()
      if (place) edit({ type: 'duplicate', sourceZone: place.zone, sourceIndex: place.index }, after(place))
    },
    remove() {
      const place = selected()
      if (!place || isReadOnly) return
      const text = fill(words.removed, { block: nameAt(place) })
      const remaining = blocksAt(place.zone).length - 1
      const next = { zone: place.zone, index: Math.min(place.index, remaining - 1) }
      edit({ type: 'remove', ...place }, remaining > 0 ? next : around(place.zone))
      announce(text)
    },
    selectParent() {
      const place = selected()
      select(place && around(place.zone))
    },
  }
}

export type Actions = ReturnType<typeof useActions>
