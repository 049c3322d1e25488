import type { Platform, WithSettings } from '../../platform/web/context.ts'
import type { SiteSettings } from '../../things/settings/site-settings.ts'
import type { InventorySettings } from '../inventory/settings.ts'
import type { OrderEmailSettings, OrderSettings } from './settings.ts'

/** What queues emails about orders. */
export type EmailContext = Pick<Platform, 'jobs' | 'now'> & WithSettings<OrderEmailSettings & SiteSettings>

/** What changes orders. */
export type OrderContext = Pick<Platform, 'db' | 'jobs' | 'now' | 'secret'> &
  WithSettings<InventorySettings & OrderEmailSettings & OrderSettings & SiteSettings>
