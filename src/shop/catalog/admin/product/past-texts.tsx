import { paths } from '../../../../platform/web/routes.ts'
import { Revisions } from '../../../../things/entries/admin/revisions.tsx'
import { textLines } from '../../../../things/entries/compare-text.ts'
import type { ProductJson } from '../../rest/products/product-json.ts'
import { products } from './publishing.tsx'

type BuilderRevision = {
  readonly id: number
  readonly author_name: string
  readonly date_gmt: string
  readonly title: string
  readonly excerpt: string
  /** A text without blocks is returned as a single block. */
  readonly document: { readonly blocks: readonly { readonly text?: string }[] }
}

type PastTextsProps = { readonly item: ProductJson; readonly onRestored: () => Promise<void> }

/** Earlier revisions of a product's texts, the same ones that the page builder can restore. */
export const PastTexts = ({ item, onRestored }: PastTextsProps) => (
  <Revisions<BuilderRevision, unknown>
    href={`${paths.restBuilder}/pages/${item.id}/revisions`}
    queryKey={[products.rest, item.id, 'revisions', item.samovar?.version]}
    linesOf={({ title, excerpt, document }) =>
      [title, excerpt, ...document.blocks.map(({ text = '' }) => text)].flatMap(textLines)
    }
    current={[item.name, item.short_description, item.description].flatMap(textLines)}
    onRestored={onRestored}
  />
)
