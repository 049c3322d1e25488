import { escapeHtml } from '../../platform/web/plain-text.ts'
import type { BlockDefinition } from '../../things/blocks/block.ts'
import { html } from '../../things/blocks/options.ts'
import type { Feature } from '../features/feature.ts'
import { features } from '../features/features.ts'

type Enclosing = { readonly title?: string; readonly html?: string }

const enclosed = {
  html: (options: Enclosing) => options.html ?? '',
  contentHtml: ({ title = '', html: inner = '' }: Enclosing) =>
    `${title === '' ? '' : `<p>${escapeHtml(title)}</p>`}${inner}`,
}

/** Makes a block of a presentation feature, with the same options; enclosed text is the setting `html`. */
const featureBlock = ({ options, item, enclosesText, View, ...feature }: Feature): BlockDefinition => ({
  ...feature,
  group: 'features',
  options: enclosesText ? options.extend({ html: html('Text', 'rich', '<p>Write something here.</p>') }) : options,
  ...(item && { item: { ...item, enclosesText: true } }),
  ...(enclosesText && enclosed),
  View: View as BlockDefinition['View'],
})

export const featureBlocks = features.map(featureBlock)
