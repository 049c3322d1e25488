import { createContext, useContext } from 'react'
import type { BlockNumbers } from '../puck-document.ts'
import type { RenderBlock } from './block-html.ts'
import type { ShownSlots } from './shown-slots.ts'

/** Shared by the blocks on the canvas and the frame around them. */
export type Canvas = {
  readonly renderBlock: RenderBlock
  readonly numbers: BlockNumbers
  readonly slots: ShownSlots
  readonly foreign: Readonly<Record<string, string>>
  /** URL of the page with an empty container for its blocks. */
  readonly frameLink: string
  readonly onFrame: (frame: Document) => void
  readonly isReadOnly: boolean
}

export const CanvasContext = createContext<Canvas | null>(null)

export function useCanvas(): Canvas {
  const canvas = useContext(CanvasContext)
  if (!canvas) throw new Error('Outside of the canvas')
  return canvas
}
