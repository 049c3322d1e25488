import { useState } from 'react'
import { useMay } from '../../../../platform/admin/admin-context.tsx'
import { formatAmount } from '../../../../platform/admin/amount.ts'
import { deleteAction } from '../../../../platform/admin/list/bulk-actions.tsx'
import type { BulkAction } from '../../../../platform/admin/list/change-items.ts'
import { type Column, timeColumn } from '../../../../platform/admin/list/data-table.tsx'
import type { Filter } from '../../../../platform/admin/list/list-filter.tsx'
import { ListScreen } from '../../../../platform/admin/list/list-screen.tsx'
import table from '../../../../platform/admin/list/table.module.css'
import { Badge, Button, parseGmt, type Tone } from '../../../../platform/admin/parts.tsx'
import { formatShortDay } from '../../../../platform/time/shop-time.ts'
import { productsWrite } from '../../capabilities.ts'
import { BulkEditButton } from './bulk-edit.tsx'
import { type ProductRow, stockNames } from './product-changes.ts'
import styles from './products-screen.module.css'
import { QuickEdit, statusNames } from './quick-edit.tsx'
import { changeProducts, products } from './send-changes.ts'

const tones: Partial<Record<ProductRow['status'], Tone>> = {
  publish: 'leaf',
  future: 'sky',
  pending: 'gold',
  trash: 'berry',
}
const typeNames = { simple: 'Simple', variable: 'Variable', grouped: 'Grouped', external: 'External' } as const
const namesOf = (terms: ProductRow['tags']) => terms.map(({ name }) => name).join(', ')

const columns: readonly Column<ProductRow>[] = [
  {
    title: 'Name',
    name: 'name',
    orderby: 'title',
    skeleton: ['220px'],
    cell: ({ name, images: [picture] }) => (
      <span className={styles.name}>
        {picture ? <img src={picture.thumbnail} alt="" loading="lazy" /> : <span className={styles.blank} />}
        {name}
      </span>
    ),
  },
  { title: 'SKU', name: 'sku', place: 'half', isSoft: true, className: styles.sku, cell: ({ sku }) => sku || '–' },
  {
    title: 'Stock',
    name: 'stock',
    place: 'half',
    cell: ({ stock_quantity: quantity, stock_status: status }) => (
      <Badge tone={status === 'instock' ? 'leaf' : status === 'outofstock' ? 'berry' : 'gold'}>
        {quantity === null ? stockNames[status] : `${stockNames[status]}: ${quantity}`}
      </Badge>
    ),
  },
  {
    title: 'Price',
    name: 'price',
    orderby: 'price',
    place: 'half',
    isNumeric: true,
    cell: (item) =>
      item.on_sale && item.type !== 'variable' ? (
        <>
          <del>{formatAmount(item.regular_price)}</del> {formatAmount(item.price)}
        </>
      ) : item.price === '' ? (
        '–'
      ) : (
        `${item.type === 'variable' ? 'from ' : ''}${formatAmount(item.price)}`
      ),
  },
  { title: 'Categories', name: 'categories', isSoft: true, cell: (item) => namesOf(item.categories) || '–' },
  {
    title: 'Status',
    name: 'status',
    place: 'corner',
    skeleton: ['72px'],
    cell: ({ status }) => <Badge tone={tones[status]}>{statusNames[status]}</Badge>,
  },
  {
    title: 'Date',
    name: 'date',
    orderby: 'date',
    direction: 'desc',
    place: 'half',
    isSoft: true,
    className: table.oneLine,
    cell: ({ date_created_gmt: gmt }) => gmt && formatShortDay(parseGmt(gmt)),
  },
  { title: 'Type', name: 'type', isHidden: true, place: 'half', isSoft: true, cell: ({ type }) => typeNames[type] },
  { title: 'Brands', name: 'brands', isHidden: true, isSoft: true, cell: (item) => namesOf(item.brands) || '–' },
  { title: 'Tags', name: 'tags', isHidden: true, isSoft: true, cell: (item) => namesOf(item.tags) || '–' },
  { title: 'Code', name: 'gtin', isHidden: true, isSoft: true, cell: (item) => item.global_unique_id || '–' },
  {
    title: 'Sold',
    name: 'sales',
    orderby: 'popularity',
    direction: 'desc',
    isHidden: true,
    isNumeric: true,
    narrowLabel: 'Sold',
    cell: (item) => item.total_sales,
  },
  timeColumn('Changed', 'modified', (item) => item.date_modified_gmt, {
    orderby: 'modified',
    isHidden: true,
    place: 'half',
    narrowLabel: 'Changed',
  }),
]

const filters: readonly Filter[] = [
  { name: 'type', any: 'Any type', options: Object.entries(typeNames) },
  { name: 'category', any: 'Category', of: 'categories' },
  { name: 'brand', any: 'Brand', of: 'brands' },
  { name: 'stock_status', any: 'Any stock', options: Object.entries(stockNames) },
  {
    name: 'on_sale',
    any: 'Any price',
    options: [
      ['true', 'On sale'],
      ['false', 'Not on sale'],
    ],
  },
  { name: 'featured', any: 'Featured or not', options: [['true', 'Featured']] },
]

const fields = `id,name,type,status,featured,sku,global_unique_id,price,regular_price,sale_price,on_sale,manage_stock,\
stock_quantity,stock_status,categories,brands,tags,images,total_sales,date_created_gmt,date_modified_gmt,\
date_on_sale_from_gmt,date_on_sale_to_gmt,samovar`

const moveTo = (
  label: string,
  to: ProductRow['status'],
  done: string,
  isOffered: (status: ProductRow['status']) => boolean,
): BulkAction<ProductRow> => ({
  label,
  isOffered: (items) => items.some(({ status }) => isOffered(status)),
  run: (items, rest, progress) => {
    const changes = items
      .filter(({ status }) => isOffered(status))
      .map((item) => ({ item, sent: { status: to }, former: { status: item.status } }))
    return changeProducts(rest, changes, done, progress)
  },
})

const bulkActions: readonly BulkAction<ProductRow>[] = [
  moveTo('Publish', 'publish', 'published', (status) => !['publish', 'future', 'trash'].includes(status)),
  moveTo('Make a draft', 'draft', 'made a draft', (status) => status !== 'draft' && status !== 'trash'),
  moveTo('Move to trash', 'trash', 'moved to the trash', (status) => status !== 'trash'),
  moveTo('Restore as draft', 'draft', 'restored', (status) => status === 'trash'),
  {
    ...deleteAction(products, ({ name }: ProductRow) => name),
    question: 'They will be gone for good, with variations and reviews.',
    isOffered: (items) => items.every(({ status }) => status === 'trash'),
  },
]

const buttonId = (id: number) => `quick-${id}`

export function ProductsScreen() {
  const mayWrite = useMay(productsWrite)
  const [edited, setEdited] = useState<number | null>(null)
  const close = (id: number) => {
    setEdited(null)
    document.getElementById(buttonId(id))?.focus()
  }
  const quick: Column<ProductRow> = {
    title: 'Quick edit',
    name: 'quick',
    place: 'half',
    skeleton: ['72px'],
    cell: ({ id, name, status }) =>
      status !== 'trash' && (
        <span className={styles.over}>
          <Button
            id={buttonId(id)}
            label="Edit"
            aria-label={`Quick edit of ${name}`}
            aria-expanded={id === edited}
            onClick={() => setEdited(id === edited ? null : id)}
          />
        </span>
      ),
  }
  return (
    <ListScreen
      resource={products}
      columns={[...columns, quick]}
      nameOf={({ name }) => name}
      searchLabel="Search products by name or SKU"
      tabs={['any', ...Object.keys(statusNames)].map((key) => ({
        key,
        label: key === 'any' ? 'All' : statusNames[key as keyof typeof statusNames],
      }))}
      filters={filters}
      always={{ context: 'edit', _fields: fields }}
      bulkActions={mayWrite ? bulkActions : undefined}
      bulkTools={(items, onDone) => <BulkEditButton items={items} onDone={onDone} />}
      below={(item) => item.id === edited && <QuickEdit item={item} onClose={() => close(item.id)} />}
      emptyText="A name, a price and a picture will do."
      hasNew={mayWrite}
    />
  )
}
