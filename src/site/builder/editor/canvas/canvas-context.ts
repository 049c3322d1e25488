import type { PuckAction } from '@puckeditor/core'
import { createContext, type RefObject, useContext } from 'react'
import type { PageJson } from '../../rest/page-json.ts'
import type { BlockNumbers, KnownBlocks } from '../puck-document.ts'
import type { RenderBlock } from './block-html.ts'
import type { ShownSlots } from './shown-slots.ts'

/** One open editor: what its panels, its blocks and the frame around them share. */
export type Canvas = {
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

export const CanvasContext = createContext<Canvas | null>(null)

export function useCanvas(): Canvas {
  const canvas = useContext(CanvasContext)
  if (!canvas) throw new Error('Outside of the canvas')
  return canvas
}
