import { placeOf } from '../../../../platform/web/client/place-of.client.ts'
import { initTabs } from '../../../../platform/web/client/tabs.ts'

/** The panel that contains the target of a link. */
const panelFor = ({ hash }: URL) => placeOf(hash.slice(1))?.closest('[role=tabpanel]')?.id

for (const tabs of document.querySelectorAll<HTMLElement>('[data-tabs]')) initTabs(tabs, panelFor)
