import type { WithPrivacy } from './people/privacy/personal-data.ts'
import type { WithCapabilities } from './people/staff/rest/user-json.ts'
import type { Platform, WithSettings } from './platform/web/context.ts'
import type { Settings } from './settings.ts'
import type { WithPayments } from './shop/gateways/context.ts'
import type { WithProductIndex } from './shop/listing/context.ts'
import type { WithPricing } from './shop/pricing/context.ts'
import type { WithCommentHooks } from './site/comments/context.ts'
import type { WithTexts } from './site/content/expand-text.ts'
import type { WithShownTexts } from './site/content/show-text.ts'
import type { WithMenus } from './site/menus/live-menus.ts'
import type { WithBlocks } from './things/blocks/block.ts'
import type { WithMessages } from './things/messages/open-messages.ts'

/** Dependencies of all parts of the shop, built by `server.ts`, and by tests on a fresh database. */
export type Shop = Platform &
  WithBlocks &
  WithCapabilities &
  WithCommentHooks &
  WithMenus &
  WithMessages &
  WithPayments &
  WithPricing &
  WithPrivacy &
  WithProductIndex &
  WithSettings<Settings> &
  WithShownTexts &
  WithTexts
