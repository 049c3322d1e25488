import { z } from 'zod'
import { defineCall } from '../../../platform/rest/call.ts'
import type { Platform } from '../../../platform/web/context.ts'
import { previewDocument } from '../../../platform/web/preview-document.tsx'
import { paths } from '../../../platform/web/routes.ts'
import { cleanContent } from '../../../things/entries/clean-content.ts'
import { expandFeatures, refusedOptions } from '../../features/expand-features.tsx'
import { type FeaturePreviewJson, featuresJson } from '../../features/feature-json.ts'
import { contentWrite } from '../capabilities.ts'
import prose from '../pages/prose.module.css'

const MAX_LENGTH = 100_000

export const featureCalls = [
  defineCall({
    summary: 'Lists the presentation features available as shortcodes, with their options',
    method: 'GET',
    path: paths.restFeatures,
    capability: contentWrite,
    async handler() {
      return { json: featuresJson() }
    },
  }),
  defineCall({
    summary: 'Previews a text with its features as an HTML document, and lists invalid options',
    method: 'POST',
    action: 'view',
    path: `${paths.restFeatures}/preview`,
    capability: contentWrite,
    recordsItself: true,
    body: z.object({ content: z.string().max(MAX_LENGTH) }),
    async handler(shop: Pick<Platform, 'db' | 'assets'>, { body }) {
      const content = cleanContent(body.content)
      const html = await expandFeatures(shop.db, content)
      const json: FeaturePreviewJson = {
        document: previewDocument(shop, { html, className: `entry-content ${prose.prose}` }),
        refused: refusedOptions(content),
      }
      return { json }
    },
  }),
]
