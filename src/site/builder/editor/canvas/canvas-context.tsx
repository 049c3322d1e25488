import { type Config, createUsePuck, type OnAction, type PuckApi, useGetPuck } from '@puckeditor/core'
import {
  createContext,
  type ReactNode,
  type RefObject,
  useContext,
  useEffect,
  useEffectEvent,
  useMemo,
  useState,
} from 'react'
import { findBlock } from '../../../../things/blocks/insert-blocks.ts'
import type { Block, PageDocument } from '../../../../things/entries/page-document.ts'
import type { PageJson } from '../../rest/page-json.ts'
import { type BlockNumbers, fromPuck, type KnownBlocks, toPuck } from '../puck-document.ts'
import type { RenderBlock } from './block-html.ts'

/** A zone of Puck and an index in it. */
export type ItemSelector = NonNullable<ReturnType<PuckApi['getSelectorForId']>>

/** One open editor: what its blocks and the frame around them share. */
type CanvasParts = {
  readonly page: PageJson
  readonly known: KnownBlocks
  readonly numbers: BlockNumbers
  readonly renderBlock: RenderBlock
  /** True while the page cannot be edited, for example because another user holds the lock. */
  readonly isReadOnly: boolean
  readonly setReadOnly: (isReadOnly: boolean) => void
  /** Called for every action of Puck, before it is rendered. */
  readonly onAction: RefObject<OnAction | null>
}

type Canvas = CanvasParts & {
  /** The document in the frame; null until it is there. */
  readonly frame: Document | null
  readonly setFrame: (frame: Document) => void
  readonly document: () => PageDocument
  readonly selectedBlock: () => Block | undefined
  /** Replaces the document on the canvas, and selects a block, by default the one before; the user can undo it. */
  readonly replace: (document: PageDocument, selected?: number) => void
  /** Undo and redo select again what is selected with `recordHistory`. */
  readonly select: (place: ItemSelector | null | undefined, recordHistory?: boolean) => void
  /** Whether a block renders a slot: of four possible columns, a two-column block renders two. Puck's id. */
  readonly isShown: (id: string, slot: string) => boolean
  readonly setSlots: (id: string, names: readonly string[]) => void
  /** Announces a text to screen readers. */
  readonly announce: (text: string) => void
}

const CanvasContext = createContext<Canvas | null>(null)

export const usePuckStore = createUsePuck<Config>()

export function useCanvas(): Canvas {
  const canvas = useContext(CanvasContext)
  if (!canvas) throw new Error('Outside of the canvas')
  return canvas
}

/** Puck's id of the selected block. */
export const useSelected = () => usePuckStore(({ selectedItem }) => selectedItem?.props.id as string | undefined)

type ProviderProps = { readonly parts: CanvasParts; readonly children: ReactNode }

export function CanvasProvider({ parts, children }: ProviderProps) {
  const getPuck = useGetPuck()
  const [announcement, announce] = useState('')
  const [frame, setFrame] = useState<Document | null>(null)
  const [slots, setSlots] = useState<ReadonlyMap<string, readonly string[]>>(new Map())
  const canvas = useMemo((): Canvas => {
    const { known, numbers } = parts
    const document = () => fromPuck(getPuck().appState.data, known, numbers)
    const selectedId = () => getPuck().selectedItem?.props.id as string | undefined
    const select: Canvas['select'] = (place, recordHistory = false) => {
      const { dispatch, getItemBySelector } = getPuck()
      dispatch({ type: 'setUi', ui: { itemSelector: place ?? null }, recordHistory })
      const id = place ? (getItemBySelector(place)?.props.id as string) : ''
      frame?.querySelector(`[data-puck-component="${CSS.escape(id)}"]`)?.scrollIntoView({ block: 'nearest' })
    }
    return {
      ...parts,
      frame,
      setFrame,
      // Blocks that are not on the canvas yet count as rendered.
      isShown: (id, slot) => slots.get(id)?.includes(slot) ?? true,
      setSlots: (id, names) =>
        setSlots((before) => (before.get(id)?.join() === names.join() ? before : new Map(before).set(id, names))),
      select,
      document,
      selectedBlock() {
        const id = selectedId()
        return id === undefined ? undefined : findBlock(document(), numbers.numberOf(id))
      },
      replace(page, selected) {
        const id = selected === undefined ? selectedId() : numbers.idOf(selected)
        const data = toPuck(page, known, numbers)
        getPuck().dispatch({ type: 'setData', data: () => data, recordHistory: true })
        // The block may be elsewhere now.
        select(id === undefined ? null : getPuck().getSelectorForId(id), true)
      },
      // Screen readers announce an identical text only if it changes.
      announce: (text) => announce((before) => (before === text ? `${text}\u00a0` : text)),
    }
  }, [parts, frame, slots, getPuck])
  return (
    <CanvasContext value={canvas}>
      {children}
      <div className="visually-hidden" role="status" data-announcements>
        {announcement}
      </div>
    </CanvasContext>
  )
}

/** Listens in the editor and on the canvas. */
export function useListener<Name extends 'keydown' | 'copy' | 'paste'>(
  name: Name,
  listener: (event: HTMLElementEventMap[Name]) => void,
): void {
  const { frame } = useCanvas()
  const onEvent = useEffectEvent(listener)
  useEffect(() => {
    const stop = new AbortController()
    // On the body, which is before Puck's own listeners on the document.
    for (const { body } of frame ? [document, frame] : [document])
      body.addEventListener(name, onEvent, { signal: stop.signal })
    return () => stop.abort()
  }, [name, frame])
}
