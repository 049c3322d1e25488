import { defineCapability } from '../../platform/access/permissions.ts'

export const couponsWrite = defineCapability('coupons.write', 'shop_manager')
