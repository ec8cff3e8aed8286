"""Every message between a host and its clients, as typed values, and their way to JSON and back."""

# Every public name of these modules is a message, or what messages are made of.
from .client import *  # noqa: F403
from .envelope import *  # noqa: F403
from .pages import *  # noqa: F403
from .people import *  # noqa: F403
from .review import *  # noqa: F403
from .server import *  # noqa: F403
from .shared import *  # noqa: F403
from .structs import *  # noqa: F403
from .view import *  # noqa: F403
