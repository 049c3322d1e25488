import type { Platform, WithSettings } from '../../platform/web/context.ts'
import type { MessageSettings } from '../../things/messages/settings.ts'
import type { SiteSettings } from '../../things/settings/site-settings.ts'
import type { InventorySettings } from '../inventory/settings.ts'
import type { OrderSettings } from './settings.ts'

export type OrderContext = Pick<Platform, 'db' | 'jobs' | 'now' | 'secret'> &
  WithSettings<InventorySettings & MessageSettings & OrderSettings & SiteSettings>
