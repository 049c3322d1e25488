import { staffEntities } from '../../people/staff/admin/entities.ts'
import { catalogEntities } from '../../shop/catalog/admin/entities.ts'
import { customerEntities } from '../../shop/customers/admin/entities.ts'
import { orderEntities } from '../../shop/orders/admin/entities.ts'
import { contentEntities } from '../../site/content/admin/entities.ts'

/** What can be picked, as the rooms declare it; loaded with the first field that needs it. */
export const entities = {
  ...catalogEntities,
  ...contentEntities,
  ...customerEntities,
  ...orderEntities,
  ...staffEntities,
}
