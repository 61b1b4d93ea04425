import type { Page } from '@playwright/test'

/**
 * Lists what does not fit: a page that scrolls sideways, figures that are cut, text that is cut without a tooltip, texts
 * that cover each other, and controls outside the window.
 */
export function findCut(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const found = new Set<string>()
    const describe = (element: Element) =>
      `${element.tagName.toLowerCase()}.${String(element.getAttribute('class') ?? '').slice(0, 40)} "${(element.textContent ?? '').trim().slice(0, 60)}"`
    const isSeen = (element: Element) =>
      element.checkVisibility({ opacityProperty: true, visibilityProperty: true }) &&
      element.closest('.visually-hidden, [aria-hidden=true], svg') === null
    const clips = (element: Element) => /hidden|clip/.test(getComputedStyle(element).overflowX)
    const scrolls = (element: Element) => /auto|scroll/.test(getComputedStyle(element).overflowX)
    const isFigure = (element: Element, text: string) =>
      element.closest('[data-amount]') !== null || /^[+−]?[\d,.’'\s]*\d[\d,.’'\s]*%?$/.test(text.trim())

    const { scrollWidth } = document.documentElement
    if (scrollWidth > window.innerWidth) found.add(`the page is ${scrollWidth} px wide`)

    const bar = document.querySelector('search')
    if (bar && window.innerWidth >= 600 && bar.scrollWidth > bar.clientWidth + 1)
      found.add('the filter bar overflows')

    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const text = node.textContent ?? ''
      const parent = node.parentElement
      if (parent === null || text.trim() === '' || !isSeen(parent)) continue
      const range = document.createRange()
      range.selectNodeContents(node)
      const { left, right, width } = range.getBoundingClientRect()
      if (width === 0) continue
      for (let box: Element | null = parent; box && box !== document.body; box = box.parentElement) {
        if (scrolls(box)) break
        if (!clips(box)) continue
        const edge = box.getBoundingClientRect()
        if (edge.width <= 1 || (right <= edge.right + 1.5 && left >= edge.left - 1.5)) continue
        const hasTooltip = box.closest('[title]') !== null || box.querySelector('[title]') !== null
        const isShortened = getComputedStyle(box).textOverflow === 'ellipsis'
        if (isFigure(parent, text)) found.add(`cut figure ${describe(parent)}`)
        else if (!(hasTooltip && isShortened)) found.add(`cut text ${describe(parent)}`)
        break
      }
    }

    // The visible places of the texts in an element: what a box within it clips does not cover anything.
    const placeTexts = (element: Element) => {
      const places: { left: number; right: number; top: number; bottom: number }[] = []
      const texts = document.createTreeWalker(element, NodeFilter.SHOW_TEXT)
      for (let node = texts.nextNode(); node; node = texts.nextNode()) {
        const parent = node.parentElement
        if (parent === null || (node.textContent ?? '').trim() === '' || !isSeen(parent)) continue
        const range = document.createRange()
        range.selectNodeContents(node)
        let { left, right, top, bottom } = range.getBoundingClientRect()
        for (let box: Element | null = parent; box && box !== element; box = box.parentElement) {
          if (!clips(box) && !scrolls(box)) continue
          const edge = box.getBoundingClientRect()
          left = Math.max(left, edge.left)
          right = Math.min(right, edge.right)
          top = Math.max(top, edge.top)
          bottom = Math.min(bottom, edge.bottom)
        }
        places.push({ left, right, top, bottom })
      }
      return places
    }
    for (const box of document.querySelectorAll('main *, header *, [role=dialog] *')) {
      if (!/flex|grid/.test(getComputedStyle(box).display) || !isSeen(box)) continue
      const children = [...box.children].filter(
        child =>
          /static|relative/.test(getComputedStyle(child).position) &&
          isSeen(child) &&
          !clips(child) &&
          !scrolls(child),
      )
      // Longer ones are lists, whose lines follow each other.
      if (children.length > 12) continue
      const placed = children.map(placeTexts)
      placed.forEach((ones, index) => {
        const isCovered = (others: (typeof placed)[number]) =>
          others.some(other =>
            ones.some(
              one =>
                Math.min(one.right, other.right) - Math.max(one.left, other.left) > 2 &&
                Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top) > 4,
            ),
          )
        const covered = placed.findIndex((others, place) => place > index && isCovered(others))
        const [text, under] = [children[index], children[covered]]
        if (text && under) found.add(`text ${describe(text)} covers ${describe(under)}`)
      })
    }

    for (const control of document.querySelectorAll('button, a[href], input, select, [role=tab]')) {
      if (!isSeen(control)) continue
      const { left, right, width } = control.getBoundingClientRect()
      if (width === 0 || (right <= window.innerWidth + 1 && left >= -1)) continue
      let box: Element | null = control.parentElement
      while (box && !scrolls(box)) box = box.parentElement
      if (box === null || box === document.body) found.add(`outside the window: ${describe(control)}`)
    }
    return [...found]
  })
}
