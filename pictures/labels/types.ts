import type { Tint } from '../colour.ts'
import type { Point } from '../geometry.ts'

/** What a label says and how it looks. */

/** What a label says. */
type LabelText = { readonly name: string; readonly kind: string; readonly origin: string; readonly net: string }

/** A piece of paper on a pack: size in its own units, and how a point of it lies on the pack. */
export type LabelSurface = { readonly width: number; readonly height: number; readonly map: (point: Point) => Point }

export type Motif = 'leaf' | 'flower' | 'root' | 'grass'

export type LabelSpec = {
  readonly text: LabelText
  readonly tint: Tint
  readonly motif: Motif
  readonly style: LabelStyle
}

export type LabelStyle = 'hills' | 'sprig' | 'stripes' | 'sun' | 'waves' | 'contour' | 'frame' | 'lattice'

export const labelStyles: readonly LabelStyle[] = [
  'hills',
  'sprig',
  'sun',
  'stripes',
  'frame',
  'waves',
  'contour',
  'lattice',
]
