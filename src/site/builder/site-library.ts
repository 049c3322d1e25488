import type { BlockDefinition, BlockLibrary } from '../../things/blocks/block.ts'
import { accordion } from './blocks/accordion/accordion.tsx'
import { article } from './blocks/article/article.tsx'
import { button } from './blocks/button/button.tsx'
import { callToAction } from './blocks/call-to-action/call-to-action.tsx'
import { columns } from './blocks/columns/columns.tsx'
import { gallery } from './blocks/gallery/gallery.tsx'
import { heading } from './blocks/heading/heading.tsx'
import { image } from './blocks/image/image.tsx'
import { mapPicture } from './blocks/map-picture/map-picture.tsx'
import { markup, richText } from './blocks/rich-text/rich-text.tsx'
import { search } from './blocks/search/search.tsx'
import { section } from './blocks/section/section.tsx'
import { spacer } from './blocks/spacer/spacer.tsx'
import { tableOfContents } from './blocks/table-of-contents/table-of-contents.tsx'
import { tabs } from './blocks/tabs/tabs.tsx'
import { video } from './blocks/video/video.tsx'
import { featureBlocks } from './feature-blocks.ts'

/** The shop's own library, plus blocks of other rooms. To add a block, create its folder and list it here. */
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
  blocks: [
    columns,
    section,
    spacer,
    article,
    heading,
    richText,
    button,
    accordion,
    tabs,
    tableOfContents,
    markup,
    image,
    gallery,
    video,
    mapPicture,
    callToAction,
    search,
    ...offered,
    ...featureBlocks,
  ],
})
