import { spawn } from 'node:child_process'

const openers: Partial<Record<NodeJS.Platform, string>> = {
  darwin: 'open',
  linux: 'xdg-open',
  win32: 'explorer',
}

/** Opens an address for someone who started the server in a terminal with a desktop; else it does nothing. */
export function openInBrowser(url: string): void {
  const opener = openers[process.platform]
  const hasDesktop = process.platform !== 'linux' || process.env.DISPLAY || process.env.WAYLAND_DISPLAY
  if (!process.stdout.isTTY || !opener || !hasDesktop) return
  // The address is printed too, so a missing browser is no error.
  spawn(opener, [url], { detached: true, stdio: 'ignore' })
    .on('error', () => undefined)
    .unref()
}
