/** The largest request with a file, in bytes: a photograph of a good camera. */
export const MAX_UPLOAD_BYTES = 20 * 1024 * 1024

/** The largest video of the media library, in bytes. */
export const MAX_VIDEO_BYTES = 8_388_608
