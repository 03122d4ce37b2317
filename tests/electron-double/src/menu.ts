/** Menus as an object model: a spec finds an item by its id and clicks it. There is no native menu and no accelerator. */

type Click = (item: MenuItem, window: undefined, event: object) => void;

export interface MenuItemOptions {
  readonly id?: string;
  readonly label?: string;
  readonly role?: string;
  readonly type?: string;
  readonly enabled?: boolean;
  readonly visible?: boolean;
  readonly checked?: boolean;
  readonly accelerator?: string;
  readonly click?: Click;
  readonly submenu?: readonly MenuItemOptions[];
}

export class MenuItem {
  readonly id: string | undefined;
  readonly label: string;
  readonly role: string | undefined;
  readonly type: string;
  readonly submenu: Menu | undefined;
  readonly click: () => void;
  enabled: boolean;
  visible: boolean;
  checked: boolean;

  constructor(options: MenuItemOptions) {
    this.id = options.id;
    this.label = options.label ?? '';
    this.role = options.role;
    this.type = options.type ?? (options.submenu ? 'submenu' : 'normal');
    this.enabled = options.enabled ?? true;
    this.visible = options.visible ?? true;
    this.checked = options.checked ?? false;
    this.submenu = options.submenu && Menu.buildFromTemplate(options.submenu);
    this.click = () => {
      if (!options.click)
        throw new Error(`electron-double: menu item ${this.id ?? this.label} does nothing of its own`);
      options.click(this, undefined, {});
    };
  }
}

let applicationMenu: Menu | null = null;

export class Menu {
  readonly items: MenuItem[] = [];

  static buildFromTemplate(template: readonly MenuItemOptions[]): Menu {
    const menu = new Menu();
    for (const options of template) menu.items.push(new MenuItem(options));
    return menu;
  }

  static setApplicationMenu(menu: Menu | null): void {
    applicationMenu = menu;
  }

  static getApplicationMenu(): Menu | null {
    return applicationMenu;
  }

  getMenuItemById(id: string): MenuItem | null {
    for (const item of this.items) {
      const found = item.id === id ? item : item.submenu?.getMenuItemById(id);
      if (found) return found;
    }
    return null;
  }
}
