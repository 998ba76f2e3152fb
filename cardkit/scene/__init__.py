"""Pictures of the table as plain data: what a seat sees, step by step, ready to be drawn or read out.

`frames` turns a record into the steps one viewer sees. A frame is a dict of JSON values: zones with cards,
name plates, marks, a caption, a line of the log and the score lines. It is made from an observation and from
events as the viewer saw them, so that it cannot tell more than the viewer may know.
"""

from cardkit.scene.frames import OPEN, Frame, View, compact, frames, view_id

__all__ = ["OPEN", "Frame", "View", "compact", "frames", "view_id"]
