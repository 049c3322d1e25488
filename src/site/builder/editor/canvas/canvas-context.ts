import type { PuckAction } from '@puckeditor/core'
import { createContext, type RefObject, useContext } from 'react'
import type { PageDocument } from '../../../../things/entries/page-document.ts'
import type { PageJson } from '../../rest/page-json.ts'
import type { BlockNumbers, KnownBlocks } from '../puck-document.ts'
import type { RenderBlock } from './block-html.ts'
import type { ShownSlots } from './shown-slots.ts'

/** One open editor: what its blocks and the frame around them share. */
export type CanvasParts = {
  readonly page: PageJson
  readonly known: KnownBlocks
  readonly numbers: BlockNumbers
  readonly slots: ShownSlots
  readonly renderBlock: RenderBlock
  /** The document in the frame; null until it is there. */
  readonly frame: Document | null
  readonly setFrame: (frame: Document) => void
  /** True while the page cannot be edited, for example because another user holds the lock. */
  readonly isReadOnly: boolean
  readonly setReadOnly: (isReadOnly: boolean) => void
  /** Time of the last change that Puck records in its history, in ms. */
  readonly changedAt: RefObject<number>
  /** Announces what Puck itself did to the selected block, with the pointer. */
  readonly onDone: RefObject<((kind: PuckAction['type']) => void) | null>
}

/** The same with the edited page, for the panels too. */
export type Canvas = CanvasParts & {
  readonly document: () => PageDocument
  /** Replaces the document on the canvas; the user can undo it. */
  readonly replace: (document: PageDocument) => void
  readonly select: (id: number | null) => void
  /** Announces a text to screen readers. */
  readonly announce: (text: string) => void
}

export const CanvasContext = createContext<Canvas | null>(null)

export function useCanvas(): Canvas {
  const canvas = useContext(CanvasContext)
  if (!canvas) throw new Error('Outside of the canvas')
  return canvas
}
