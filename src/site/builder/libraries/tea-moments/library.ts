import type { BlockLibrary } from '../../../../things/blocks/block.ts'
import { brewingSteps } from './brewing-steps.tsx'
import { tastingNote } from './tasting-note.tsx'

/** Example of a custom block library: see docs/page-builder.md. */
export const teaMoments: BlockLibrary = {
  name: 'Tea moments',
  title: 'Tea moments',
  version: '1.0.0',
  blocks: [brewingSteps, tastingNote],
  groups: [
    { id: 'brewing', label: 'Brewing' },
    { id: 'tasting', label: 'Tasting' },
  ],
}
