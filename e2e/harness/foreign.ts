import type { Page } from '@playwright/test';

/** Has the browser translate every page it opens, as translators do: each text becomes an element, again and again. */
export async function translatePages(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const translate = () => {
      const texts: Text[] = [];
      const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
      while (walker.nextNode()) {
        const text = walker.currentNode as Text;
        if (text.data.trim() && !text.parentElement?.closest('svg,textarea,script,style,font'))
          texts.push(text);
      }
      for (const text of texts) {
        const element = document.createElement('font');
        element.textContent = text.data;
        text.replaceWith(element);
      }
    };
    addEventListener('DOMContentLoaded', () => {
      translate();
      setInterval(translate, 300);
    });
  });
}

/** Ways in which extensions change a page once it has arrived, before it is alive. */
export type Change = 'icons' | 'wrapped fields' | 'text' | 'style';

/** Has an extension change every page that the browser opens. It puts icons back as often as they are taken out. */
export async function changePages(page: Page, change: Change): Promise<void> {
  await page.addInitScript((how: Change) => {
    const create = (tag: string, text = '') =>
      Object.assign(document.createElement(tag), { textContent: text, className: 'foreign' });
    const changes: Record<Change, () => void> = {
      icons: () => {
        for (const field of document.querySelectorAll('input, textarea')) {
          if (field.nextElementSibling?.className !== 'foreign') field.after(create('extension-icon'));
        }
      },
      'wrapped fields': () => {
        for (const field of document.querySelectorAll('input, textarea')) {
          const wrapper = create('span');
          field.replaceWith(wrapper);
          wrapper.append(field);
        }
      },
      text: () => {
        for (const each of document.querySelectorAll('h1, p, label')) each.prepend('Foreign ');
      },
      style: () =>
        document.querySelector('#app, body > div')?.prepend(create('style', '.foreign{color:red}')),
    };
    addEventListener('DOMContentLoaded', () => {
      changes[how]();
      if (how === 'icons')
        new MutationObserver(changes[how]).observe(document.body, { childList: true, subtree: true });
    });
  }, change);
}

/** Has a proxy strip the comments of every page, as some do to save bytes. */
export async function stripComments(page: Page): Promise<void> {
  await page.route('**/*', async (route) => {
    if (route.request().resourceType() !== 'document') return route.fallback();
    const response = await route.fetch();
    const body = (await response.text()).replaceAll(/<!--[ $/]*-->/g, '');
    await route.fulfill({ response, body });
  });
}
