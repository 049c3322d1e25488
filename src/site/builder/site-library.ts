import type { BlockDefinition, BlockLibrary } from '../../things/blocks/block.ts'
import { columns } from './blocks/columns/columns.tsx'
import { heading } from './blocks/heading/heading.tsx'
import { richText } from './blocks/rich-text/rich-text.tsx'
import { section } from './blocks/section/section.tsx'
import { featureBlocks } from './feature-blocks.ts'

/** The shop's own library, with the blocks that other rooms offer. A block is added by its folder and its name here. */
export const siteLibrary = (offered: readonly BlockDefinition[]): BlockLibrary => ({
  name: 'Samovar',
  title: 'Samovar',
  version: '1.0.0',
  groups: [
    { id: 'layout', label: 'Layout' },
    { id: 'text', label: 'Text' },
    { id: 'media', label: 'Pictures and videos' },
    { id: 'shop', label: 'Shop' },
    { id: 'site', label: 'Site' },
    { id: 'features', label: 'Presentation' },
  ],
  blocks: [columns, section, heading, richText, ...offered, ...featureBlocks],
})
