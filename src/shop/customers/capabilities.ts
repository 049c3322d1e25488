import { defineCapability } from '../../platform/access/permissions.ts'

export const customersWrite = defineCapability('customers.write', 'shop_manager')
