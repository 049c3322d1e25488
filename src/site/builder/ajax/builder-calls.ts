import { forEditors } from './editor-call.ts'
import { loadLibraries } from './libraries.ts'
import { loadPageData, savePageData } from './page-data.ts'
import { loadPageTemplates, savePageTemplates } from './page-templates.ts'
import { addImage, addVideoFile } from './uploads.ts'

/** The plugin's POST actions of `admin-ajax.php`, for drivers written for the plugin (BLD-04 to BLD-08). */
export const builderAjaxCalls = {
  sktbuilder_load_libraries_data: forEditors(loadLibraries),
  sktbuilder_load_page_data: forEditors(loadPageData),
  sktbuilder_save_page_data: forEditors(savePageData),
  sktbuilder_load_page_templates: forEditors(loadPageTemplates),
  sktbuilder_save_page_template: forEditors(savePageTemplates),
  sktbuilder_add_new_image: forEditors(addImage, { asText: true }),
  sktbuilder_add_new_video: forEditors(addVideoFile, { asText: true }),
}
