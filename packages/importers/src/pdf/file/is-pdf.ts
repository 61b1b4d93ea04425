export function isPdf(bytes: Uint8Array): boolean {
  // Some programs write blanks or a byte order mark before it.
  return /^[\s\0\xef\xbb\xbf]*%PDF/.test(new TextDecoder('windows-1252').decode(bytes.subarray(0, 1024)))
}
