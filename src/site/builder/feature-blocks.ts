import { type BlockDefinition, defineBlock } from '../../things/blocks/block.ts'
import { html } from '../../things/blocks/options.ts'
import type { Feature } from '../features/feature.ts'
import { features } from '../features/features.ts'

/** Every presentation feature is a block with the same options; what it encloses is the setting `html`. */
const featureBlock = ({ name, title, options, item, enclosesText, View }: Feature): BlockDefinition =>
  defineBlock({
    name,
    title,
    group: 'features',
    options: enclosesText ? options.extend({ html: html('Text') }) : options,
    ...(item ? { item: { title: item.title, options: item.options, enclosesText: true } } : {}),
    ...(enclosesText ? { html: (given: { readonly html?: string }) => given.html ?? '' } : {}),
    View: View as BlockDefinition['View'],
  } as BlockDefinition as never)

export const featureBlocks: readonly BlockDefinition[] = features.map(featureBlock)
