import { SectionTabs } from '../../../platform/admin/list/list-controls.tsx'
import { ScreenHeader } from '../../../platform/admin/parts.tsx'
import { Checklist } from './checklist.tsx'

export const SetupScreen = () => (
  <>
    <ScreenHeader title="First steps" />
    <SectionTabs />
    <Checklist />
  </>
)
