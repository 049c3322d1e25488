import { staffEntities } from '../../people/staff/admin/entities.ts'
import { catalogEntities } from '../../shop/catalog/admin/entities.ts'
import { customerEntities } from '../../shop/customers/admin/entities.ts'
import { orderEntities } from '../../shop/orders/admin/entities.ts'
import { contentEntities } from '../../site/content/admin/entities.ts'

/** What entity fields can pick, declared by each room. Loaded with the first such field. */
export const entities = {
  ...catalogEntities,
  ...contentEntities,
  ...customerEntities,
  ...orderEntities,
  ...staffEntities,
}
