import type { BulkChange, Change, Progress } from '../../../../platform/admin/list/change-items.ts'
import { changeItems } from '../../../../platform/admin/list/change-items.ts'
import { resourceOf } from '../../../../platform/admin/resource.ts'
import type { RestClient } from '../../../../platform/admin/rest.client.ts'
import { paths } from '../../../../platform/web/routes.ts'
import type { ProductRow } from './product-changes.ts'

export const products = resourceOf(['product', 'products'], 'Products', paths.restProducts, paths.adminProducts)

const changed: BulkChange<ProductRow> = {
  resource: products,
  nameOf: ({ name }) => name,
  extra: ({ samovar }) => (samovar ? { samovar: { version: samovar.version } } : {}),
}

export const changeProducts = (
  rest: RestClient,
  changes: readonly Change<ProductRow>[],
  done: string,
  progress: Progress,
) => changeItems(rest, changed, changes, done, progress)
